/** What tests of protocols and engines share: peers, faults, waits for conditions. */
@org.jspecify.annotations.NullMarked
package dev.gearbox.testkit;
