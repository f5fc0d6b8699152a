/** The figures of an engine ({@link dev.gearbox.micrometer.GearboxMetrics}), of TLS, HTTP and offloads as Micrometer meters. */
package dev.gearbox.micrometer;
