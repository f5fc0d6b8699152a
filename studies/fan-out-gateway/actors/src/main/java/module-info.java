/** Gateways of actors. */
@org.jspecify.annotations.NullMarked
module dev.gearbox.studies.fanoutgateway.actors {
    requires static transitive org.jspecify;
    requires transitive dev.gearbox.studies.fanoutgateway.subjects;
    requires pekko.actor;
    requires pekko.actor.typed;
    // Pekko is made of automatic modules: nothing else says that it needs these.
    requires jdk.unsupported;
    requires org.slf4j;
    requires scala.library;
    requires typesafe.config;

    exports dev.gearbox.studies.fanoutgateway.actors;
    exports dev.gearbox.studies.fanoutgateway.actors.published;
}
