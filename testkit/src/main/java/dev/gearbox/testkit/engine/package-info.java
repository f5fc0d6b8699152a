/** Selection of the engines that a test runs on, and of the sample of long tests. */
@org.jspecify.annotations.NullMarked
package dev.gearbox.testkit.engine;
