/** The study "which client model fetches many pages soonest?": its workloads and claims as data, and its subjects. */
@org.jspecify.annotations.NullMarked
module dev.gearbox.studies.pageindexer {
    requires static transitive org.jspecify;
    requires transitive dev.gearbox.core;
    requires transitive dev.gearbox.evidence;
    requires transitive dev.gearbox.lab;
    requires dev.gearbox.origin;
    requires transitive dev.gearbox.studies.pageindexer.subjects;
    requires dev.gearbox.theory;

    exports dev.gearbox.studies.pageindexer;

    provides dev.gearbox.lab.StudyProvider with
            dev.gearbox.studies.pageindexer.PageIndexerStudy;
}
