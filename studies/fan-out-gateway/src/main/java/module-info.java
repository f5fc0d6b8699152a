/** The study "which concurrency framework composes calls best?": its workloads as data, and its subjects. */
@org.jspecify.annotations.NullMarked
module dev.gearbox.studies.fanoutgateway {
    requires static transitive org.jspecify;
    requires transitive dev.gearbox.evidence;
    requires transitive dev.gearbox.lab;
    requires dev.gearbox.core;
    requires dev.gearbox.load;
    requires dev.gearbox.origin;
    requires dev.gearbox.studies.fanoutgateway.actors;
    requires dev.gearbox.studies.fanoutgateway.coroutines;
    requires dev.gearbox.studies.fanoutgateway.services;
    requires dev.gearbox.studies.fanoutgateway.shape;
    requires dev.gearbox.studies.fanoutgateway.structured;
    requires dev.gearbox.studies.fanoutgateway.subjects;
    requires dev.gearbox.theory;
    requires tools.jackson.databind;

    exports dev.gearbox.studies.fanoutgateway;

    // The file of its shapes is read by Jackson.
    opens dev.gearbox.studies.fanoutgateway to
            tools.jackson.databind;

    provides dev.gearbox.lab.StudyProvider with
            dev.gearbox.studies.fanoutgateway.FanOutGatewayStudy;
}
