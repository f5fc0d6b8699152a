/** The generator's single-threaded loop: users, connections, pacing. */
@org.jspecify.annotations.NullMarked
package dev.gearbox.load.loop;
