/** Flight recorder events, and the engines that report their figures in them. */
@org.jspecify.annotations.NullMarked
package dev.gearbox.core.recording;
