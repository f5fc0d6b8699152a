/** The contract as test classes and as a program. */
@org.jspecify.annotations.NullMarked
package dev.gearbox.testkit.contract;
