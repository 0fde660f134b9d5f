#pragma once
// Nothing to call: this target only answers for libraries that a program without shared libraries goes without.
