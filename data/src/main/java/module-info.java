import org.jspecify.annotations.NullMarked;

/** Data files read strictly into records; what is wrong is said with file and key. */
@NullMarked
module dev.gearbox.data {
    requires static transitive org.jspecify;
    requires transitive tools.jackson.databind;
    requires dev.gearbox.core;

    exports dev.gearbox.data;
}
