/** Ways of reading and copying files as jobs: the code inside a measured JVM, without the lab. */
@org.jspecify.annotations.NullMarked
module dev.gearbox.studies.filecopy.subjects {
    requires static transitive org.jspecify;
    requires transitive dev.gearbox.core;
    requires dev.gearbox.data;
    requires transitive dev.gearbox.files;
    requires transitive dev.gearbox.subject;

    exports dev.gearbox.studies.filecopy.job;
    exports dev.gearbox.studies.filecopy.server;

    // The list of sources is a record, written and read by Jackson.
    opens dev.gearbox.studies.filecopy.job to
            tools.jackson.databind;
}
