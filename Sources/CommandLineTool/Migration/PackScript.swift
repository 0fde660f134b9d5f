/// The script that has Apple's own tool make the packs of what is staged.
enum PackScript {
    /// It names the packs, so that what was left on the stage by a former ID is not made a pack of, and takes Apple's tool as it is: one that finds its output there
    /// does nothing and says little, so that is removed first, and the new pack gets its name once it is whole.
    /// - Parameter packs: The IDs of all packs that are staged.
    static func text(packs: [String]) -> String {
        head + "for pack in \\\n" + packs.map { "    \($0) \\\n" }.joined() + tail
    }

    /// How every script begins.
    static let start = "#!/bin/sh\n# Makes the asset packs named below, "

    private static let head = #"""
        #!/bin/sh
        # Makes the asset packs named below, which lie in stage/, in apple-packs/, with Apple's own ba-package:
        # on a Mac it comes with Xcode 26 or newer; for Linux Apple has it among its developer downloads
        # ("Managed Background Assets Developer Tools"), where it wants 'ba-package license agree' first.
        set -eu
        unset CDPATH
        # It may be given by a path that starts from here.
        case "${BA_PACKAGE:-}" in
            /*) ;;
            */*) BA_PACKAGE="$(pwd)/$BA_PACKAGE" ;;
        esac
        cd -- "$(dirname -- "$0")"
        here=$(pwd)
        if [ -n "${BA_PACKAGE:-}" ]; then
            ba_package() { "$BA_PACKAGE" "$@"; }
        elif command -v ba-package >/dev/null 2>&1; then
            ba_package() { ba-package "$@"; }
        elif xcrun --find ba-package >/dev/null 2>&1; then
            ba_package() { xcrun ba-package "$@"; }
        else
            echo "make-packs: there is no ba-package here; install Xcode 26 or newer, or Apple's tools for Linux," >&2
            echo "make-packs: or say where it is: BA_PACKAGE=/path/to/ba-package $0" >&2
            exit 1
        fi
        mkdir -p apple-packs

        """#

    private static let tail = #"""
            ; do
            echo "$pack"
            new="$here/apple-packs/.$pack.new.aar"
            rm -f "$new"
            trap 'rm -f "$new"' EXIT
            # The selectors in the manifest start from the folder that the tool runs in.
            (cd "stage/$pack" && ba_package package Manifest.json -o "$new")
            if [ ! -f "$new" ]; then
                echo "make-packs: ba-package has made no pack of stage/$pack; run it there by hand to see why" >&2
                exit 1
            fi
            mv -f "$new" "apple-packs/$pack.aar"
        done

        """#
}
