package dev.gearbox.lab.workload;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;

/** A small workload shared by tests. */
public final class TestData {
    public static final String TINY = """
            name: tiny
            summary: request and reply
            source: nowhere
            protocol: echo
            axes: {connections: [1, 8], bytes: [64, 1024]}
            arrivals: {model: closed, users: $connections}
            script:
              - connect
              - repeat:
                  steps:
                    - send: {bytes: $bytes}
                    - expect: echo
            quick:
              warm-up: 100ms
              measure: 400ms
              axes: {connections: [1], bytes: [64]}
            full: {warm-up: 10s, measure: 2m}
            """;

    private TestData() {}

    public static LoadWorkload workload() {
        return workload(TINY);
    }

    public static LoadWorkload workload(String text) {
        try {
            return LoadWorkload.decode("tiny.yaml", new ByteArrayInputStream(text.getBytes(StandardCharsets.UTF_8)));
        } catch (IOException impossible) {
            throw new UncheckedIOException(impossible);
        }
    }
}
