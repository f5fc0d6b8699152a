/** TLS as a service for clients that do not require this module. */
@org.jspecify.annotations.NullMarked
package dev.gearbox.tls.provider;
