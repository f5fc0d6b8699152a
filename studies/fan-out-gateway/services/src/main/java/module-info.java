/** The JSON services behind the gateways of the study, and the answers that are right. */
@org.jspecify.annotations.NullMarked
module dev.gearbox.studies.fanoutgateway.services {
    requires static transitive org.jspecify;
    requires transitive dev.gearbox.origin;
    requires transitive dev.gearbox.studies.fanoutgateway.shape;
    requires dev.gearbox.core;
    requires dev.gearbox.http;
    requires dev.gearbox.subject;
    requires tools.jackson.databind;

    exports dev.gearbox.studies.fanoutgateway.services;

    // The records are written by Jackson.
    opens dev.gearbox.studies.fanoutgateway.services to
            tools.jackson.databind;
}
