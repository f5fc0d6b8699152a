/** A chat of long polls: connections that wait long without work, with a thread for each or with none. */
package dev.gearbox.studies.fanoutgateway.chat;
