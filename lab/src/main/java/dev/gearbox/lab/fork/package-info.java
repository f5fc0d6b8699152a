/** One launch of a fork, for any kind of measurement: child processes, warm-up, blocks and the random order. */
@org.jspecify.annotations.NullMarked
package dev.gearbox.lab.fork;
