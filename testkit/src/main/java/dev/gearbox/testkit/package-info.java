/** Common parts of the tests of protocols and engines: peers, faults, waits for conditions. */
@org.jspecify.annotations.NullMarked
package dev.gearbox.testkit;
