/** The server {@code tomcat} before a gateway. */
package dev.gearbox.studies.fanoutgateway.tomcat;
