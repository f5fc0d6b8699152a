package dev.gearbox.files.tree;

/**
 * How a file was copied, and why that way.
 *
 * @param method the method
 * @param because the reason for the choice, for {@code --verbose}
 */
public record CopyWay(Method method, String because) {
    /** The methods of copying a file. */
    public enum Method {
        /** The file is empty: there is nothing to copy. */
        EMPTY("created empty"),
        /** The copy shares the blocks of the source. */
        CLONE("cloned (FICLONE)"),
        /** Read into a buffer of this process, and written from there. */
        READ_WRITE("read and written"),
        /** The kernel copies. */
        COPY_RANGE("copy_file_range"),
        /** Only the data is copied; holes stay holes. */
        DATA_ONLY("data only, holes kept"),
        /** A further name of a file that is copied already. */
        HARD_LINK("hard link"),
        /** A symbolic link. */
        SYMBOLIC_LINK("symbolic link"),
        /** The target exists already. */
        KEPT("kept");

        private final String words;

        Method(String words) {
            this.words = words;
        }

        /** Returns the method as text for the user. */
        public String words() {
            return words;
        }
    }
}
