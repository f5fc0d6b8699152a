package dev.gearbox.check.shift;

/** How much the clients send. */
enum TrafficLevel {
    /** Nothing new; what was begun is finished. */
    NONE,
    /** A burst of some kilobytes, its answer, a pause of some 50 ms: the connections are idle most of the time. */
    LIGHT,
    /** Saturation: the next bytes are sent while the answers to the last ones are in flight. */
    SATURATED
}
