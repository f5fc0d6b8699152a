import org.jspecify.annotations.NullMarked;

/** Strict reading of data files into records; errors name file and key. */
@NullMarked
module dev.gearbox.data {
    requires static transitive org.jspecify;
    requires transitive tools.jackson.databind;
    requires dev.gearbox.core;

    exports dev.gearbox.data;
}
