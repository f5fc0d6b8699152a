/** The server {@code helidon} before a gateway. */
package dev.gearbox.studies.fanoutgateway.helidon;
