#!/bin/sh
# ci_scripts/ci_post_clone.sh for Xcode Cloud: stops the build where a content folder is wrong, before Xcode starts.
# It takes the iapkit on the PATH, or the one that the repository holds in Tools.
set -eu
cd "$CI_PRIMARY_REPOSITORY_PATH"
PATH="$PATH:$CI_PRIMARY_REPOSITORY_PATH/Tools"
iapkit validate Packs --products Photos.storekit
