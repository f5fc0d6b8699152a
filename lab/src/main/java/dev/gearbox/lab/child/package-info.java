/** The JVMs that the lab starts: how they are pinned, controlled, queried and ended. */
@org.jspecify.annotations.NullMarked
package dev.gearbox.lab.child;
