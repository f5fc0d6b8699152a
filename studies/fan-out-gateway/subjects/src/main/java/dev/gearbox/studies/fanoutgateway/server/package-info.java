/** Takes requests, admits them, and runs a style for each. */
package dev.gearbox.studies.fanoutgateway.server;
