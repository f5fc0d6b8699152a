package dev.gearbox.data;

/**
 * Where something stands: a file and the keys that lead there.
 *
 * @param file the name of a file, or of what is read in its stead
 * @param path such as {@code parts[0].left}; empty: all of it
 */
public record Place(String file, String path) {
    /** All of a file. */
    public static Place of(String file) {
        return new Place(file, "");
    }

    /** What stands below it at a key. */
    public Place at(String key) {
        return new Place(file, path.isEmpty() ? key : path + "." + key);
    }

    /** What stands below it in a list, counted from 0. */
    public Place at(int index) {
        return new Place(file, path + "[" + index + "]");
    }

    /** A message of what is wrong there. */
    String says(String what) {
        return this + (path.isEmpty() ? ": " : " ") + what;
    }

    /** "file: path". */
    @Override
    public String toString() {
        if (path.isEmpty()) {
            return file;
        }
        return path.startsWith("[") ? file + path : file + ": " + path;
    }
}
