/** Events of flight recordings, and the engines that report their figures to them. */
@org.jspecify.annotations.NullMarked
package dev.gearbox.core.recording;
