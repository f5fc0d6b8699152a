/** The gateway's server Tomcat. */
@org.jspecify.annotations.NullMarked
module dev.gearbox.studies.fanoutgateway.tomcat {
    requires static transitive org.jspecify;
    requires transitive dev.gearbox.studies.fanoutgateway.subjects;
    requires java.logging;
    requires org.apache.tomcat.embed.core;

    exports dev.gearbox.studies.fanoutgateway.tomcat;
}
