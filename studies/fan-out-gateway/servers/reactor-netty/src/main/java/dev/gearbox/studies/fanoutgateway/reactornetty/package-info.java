/** The server {@code reactor-netty} before a gateway. */
package dev.gearbox.studies.fanoutgateway.reactornetty;
