/** Gateways of actors (Apache Pekko). */
package dev.gearbox.studies.fanoutgateway.actors;
