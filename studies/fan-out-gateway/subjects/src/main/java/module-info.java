/** Gateways that call four services for each request, one for each style of concurrency: the code that runs inside a measured JVM, without the lab. */
@org.jspecify.annotations.NullMarked
module dev.gearbox.studies.fanoutgateway.subjects {
    requires static transitive org.jspecify;
    requires transitive dev.gearbox.studies.fanoutgateway.shape;
    requires transitive dev.gearbox.subject;
    requires transitive dev.gearbox.core;
    requires dev.gearbox.http;
    requires java.net.http;
    requires com.lmax.disruptor;
    requires io.reactivex.rxjava3;
    requires io.smallrye.mutiny;
    requires org.jctools.core;
    requires org.reactivestreams;
    requires reactor.core;
    requires tools.jackson.databind;

    exports dev.gearbox.studies.fanoutgateway.chat;
    exports dev.gearbox.studies.fanoutgateway.client;
    exports dev.gearbox.studies.fanoutgateway.events;
    exports dev.gearbox.studies.fanoutgateway.gateway;
    exports dev.gearbox.studies.fanoutgateway.launch;
    exports dev.gearbox.studies.fanoutgateway.published;
    exports dev.gearbox.studies.fanoutgateway.records;
    exports dev.gearbox.studies.fanoutgateway.server;
    exports dev.gearbox.studies.fanoutgateway.style;

    // Its records are read and written by Jackson.
    opens dev.gearbox.studies.fanoutgateway.gateway to
            tools.jackson.databind;
}
