/** An engine without sockets or threads, for tests of protocols. */
@org.jspecify.annotations.NullMarked
package dev.gearbox.testkit.memory;
