/** Clients that fetch pages, the work on a page, and a real indexer: the code that runs inside a measured JVM, without the lab. */
@org.jspecify.annotations.NullMarked
module dev.gearbox.studies.pageindexer.subjects {
    requires static transitive org.jspecify;
    requires transitive dev.gearbox.core;
    requires transitive dev.gearbox.subject;
    // Apache's client looks it up by name.
    requires jdk.net;
    requires dev.gearbox.http;
    requires dev.gearbox.tls;
    requires java.net.http;
    requires java.xml;
    requires transitive HdrHistogram;
    requires org.apache.lucene.core;
    requires org.apache.lucene.highlighter;
    requires org.apache.lucene.queryparser;
    requires crawler.commons;
    // It is an automatic module without declared dependencies: without this, sitemaps cannot be parsed.
    requires org.apache.commons.io;
    requires java.logging;
    requires org.jctools.core;
    requires org.jsoup;
    requires org.apache.httpcomponents.client5.httpclient5;
    requires org.apache.httpcomponents.core5.httpcore5;
    requires org.apache.httpcomponents.core5.httpcore5.h2;
    requires okhttp3;
    requires io.netty.buffer;
    requires io.netty.codec;
    requires io.netty.codec.http;
    requires io.netty.transport;
    // Reactor Netty is an automatic module too: these are its run-time dependencies.
    requires io.netty.codec.compression;
    requires io.netty.codec.http2;
    requires io.netty.codec.http3;
    requires io.netty.handler;
    requires io.netty.handler.proxy;
    requires io.netty.resolver;
    requires io.netty.resolver.dns;
    requires org.reactivestreams;
    requires reactor.core;
    requires reactor.netty.core;
    requires reactor.netty.http;
    requires org.eclipse.jetty.client;
    requires org.eclipse.jetty.http;
    requires org.eclipse.jetty.util;

    exports dev.gearbox.studies.pageindexer.job;
    exports dev.gearbox.studies.pageindexer.client;
    exports dev.gearbox.studies.pageindexer.crawl;
    exports dev.gearbox.studies.pageindexer.fetch;
    exports dev.gearbox.studies.pageindexer.index;
    exports dev.gearbox.studies.pageindexer.work;

    provides java.net.spi.InetAddressResolverProvider with
            dev.gearbox.studies.pageindexer.crawl.GuardedResolver;
}
