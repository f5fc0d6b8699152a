/** {@code gearbox claims}: what the literature states, tested here. */
@org.jspecify.annotations.NullMarked
package dev.gearbox.cli.claims;
