/** The gateway's server Vert.x. */
@org.jspecify.annotations.NullMarked
module dev.gearbox.studies.fanoutgateway.vertx {
    requires static transitive org.jspecify;
    requires transitive dev.gearbox.studies.fanoutgateway.subjects;
    requires io.vertx.core;

    exports dev.gearbox.studies.fanoutgateway.vertx;
}
