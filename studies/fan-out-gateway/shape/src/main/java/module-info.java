/** The shape of a gateway's work: its calls, and which of them wait for which. */
@org.jspecify.annotations.NullMarked
module dev.gearbox.studies.fanoutgateway.shape {
    requires static transitive org.jspecify;
    requires transitive dev.gearbox.origin;
    requires dev.gearbox.data;
    requires tools.jackson.databind;
    requires tools.jackson.dataformat.yaml;

    exports dev.gearbox.studies.fanoutgateway.shape;

    // Its file is read by Jackson.
    opens dev.gearbox.studies.fanoutgateway.shape to
            tools.jackson.databind;
}
