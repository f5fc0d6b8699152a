package dev.gearbox.protocols;

import dev.gearbox.core.Connection;
import dev.gearbox.core.Protocol;
import dev.gearbox.core.Session;

/**
 * Sends back what comes, copying nothing. A peer that does not take its answers stops being read from, once the high-water mark is passed;
 * one that ends is answered to the last byte and then ended too.
 */
public final class Echo implements Protocol {
    @Override
    public Session open(Connection connection) {
        return connection::write;
    }
}
