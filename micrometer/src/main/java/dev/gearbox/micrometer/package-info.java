/** {@link dev.gearbox.micrometer.GearboxMetrics}: an engine's figures as Micrometer meters. */
package dev.gearbox.micrometer;
