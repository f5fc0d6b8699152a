/** Which engines a test runs on, and which part of what takes long. */
@org.jspecify.annotations.NullMarked
package dev.gearbox.testkit.engine;
