/** The behaviours of the contract, by subject. */
@org.jspecify.annotations.NullMarked
package dev.gearbox.testkit.behaviours;
