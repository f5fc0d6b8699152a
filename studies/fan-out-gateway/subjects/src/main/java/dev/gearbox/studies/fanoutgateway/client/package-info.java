/** The clients that call the services: one that blocks its thread, one that calls back. */
package dev.gearbox.studies.fanoutgateway.client;
