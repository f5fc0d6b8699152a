package dev.gearbox.data;

/**
 * A place in a data file: the file and the path of keys.
 *
 * @param file the name of the file, or of another source
 * @param path such as {@code parts[0].left}; empty: the whole file
 */
public record Place(String file, String path) {
    /** Returns the place of a whole file. */
    public static Place of(String file) {
        return new Place(file, "");
    }

    /** Returns the place of a key below this one. */
    public Place at(String key) {
        return new Place(file, path.isEmpty() ? key : path + "." + key);
    }

    /** Returns the place of a list element below this one, counted from 0. */
    public Place at(int index) {
        return new Place(file, path + "[" + index + "]");
    }

    /** Returns a message about this place. */
    String says(String what) {
        return this + (path.isEmpty() ? ": " : " ") + what;
    }

    /** Returns "file: path". */
    @Override
    public String toString() {
        if (path.isEmpty()) {
            return file;
        }
        return path.startsWith("[") ? file + path : file + ": " + path;
    }
}
