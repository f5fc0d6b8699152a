/** The one thread of the generator at work: users, connections, pacing. */
@org.jspecify.annotations.NullMarked
package dev.gearbox.load.loop;
