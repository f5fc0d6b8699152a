package dev.gearbox.files.tree;

/**
 * How the bytes of a file get to its copy, and why so.
 *
 * @param method which way
 * @param because why this one, for {@code --verbose}
 */
public record CopyWay(Method method, String because) {
    /** The ways that there are. */
    public enum Method {
        /** Nothing to copy. */
        EMPTY("created empty"),
        /** The copy shares the blocks of the source. */
        CLONE("cloned (FICLONE)"),
        /** A buffer of this process. */
        READ_WRITE("read and written"),
        /** The system copies. */
        COPY_RANGE("copy_file_range"),
        /** Only what is no hole. */
        DATA_ONLY("data only, holes kept"),
        /** Another name for a copy that is there. */
        HARD_LINK("hard link"),
        /** A symbolic link. */
        SYMBOLIC_LINK("symbolic link"),
        /** It is there already. */
        KEPT("kept");

        private final String words;

        Method(String words) {
            this.words = words;
        }

        /** For a person. */
        public String words() {
            return words;
        }
    }
}
