/** The server {@code vertx} before a gateway. */
package dev.gearbox.studies.fanoutgateway.vertx;
