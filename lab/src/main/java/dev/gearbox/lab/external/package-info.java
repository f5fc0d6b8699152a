/** External servers, in any language: how they are built, started and guarded. */
@org.jspecify.annotations.NullMarked
package dev.gearbox.lab.external;
