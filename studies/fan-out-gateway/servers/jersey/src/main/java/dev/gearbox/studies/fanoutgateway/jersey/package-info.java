/** The server {@code jersey} before a gateway. */
package dev.gearbox.studies.fanoutgateway.jersey;
