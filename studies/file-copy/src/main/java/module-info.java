/** The study "which way of reading and copying files is fastest?": its workloads and claims as data, and its subjects. */
@org.jspecify.annotations.NullMarked
module dev.gearbox.studies.filecopy {
    requires static transitive org.jspecify;
    requires transitive dev.gearbox.core;
    requires transitive dev.gearbox.evidence;
    requires dev.gearbox.files;
    requires transitive dev.gearbox.lab;
    requires transitive dev.gearbox.studies.filecopy.subjects;

    exports dev.gearbox.studies.filecopy;

    provides dev.gearbox.lab.StudyProvider with
            dev.gearbox.studies.filecopy.FileCopyStudy;
}
