/** The study "which server model serves many TCP connections?": its subjects as code, its workloads as data. */
@org.jspecify.annotations.NullMarked
module dev.gearbox.studies.echoserver {
    requires static transitive org.jspecify;
    requires dev.gearbox.core;
    requires dev.gearbox.protocols;
    requires transitive dev.gearbox.evidence;
    requires transitive dev.gearbox.lab;
    requires dev.gearbox.load;
    requires dev.gearbox.studies.echoserver.subjects;
    requires dev.gearbox.theory;

    exports dev.gearbox.studies.echoserver;

    provides dev.gearbox.lab.StudyProvider with
            dev.gearbox.studies.echoserver.EchoServerStudy;
}
