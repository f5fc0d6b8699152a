/** Gateways of actors. */
@org.jspecify.annotations.NullMarked
module dev.gearbox.studies.fanoutgateway.actors {
    requires static transitive org.jspecify;
    requires transitive dev.gearbox.studies.fanoutgateway.subjects;
    requires pekko.actor;
    requires pekko.actor.typed;
    requires typesafe.config;

    exports dev.gearbox.studies.fanoutgateway.actors;
}
