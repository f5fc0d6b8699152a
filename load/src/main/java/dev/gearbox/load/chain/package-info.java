/** The generator's connections on io_uring: what a user does between two pauses is one chain of requests. */
@org.jspecify.annotations.NullMarked
package dev.gearbox.load.chain;
