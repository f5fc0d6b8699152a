/** Where a behaviour is played and watched, and what comes of it. */
@org.jspecify.annotations.NullMarked
package dev.gearbox.testkit.stage;
