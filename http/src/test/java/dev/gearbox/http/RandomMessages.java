package dev.gearbox.http;

import java.util.SplittableRandom;

/** Random parts of valid messages, and mutations of anything: for tests that send what no one has thought of. Bytes are characters of ISO 8859-1. */
public final class RandomMessages {
    private static final String[] SPICE = {
        "\r\n",
        "\n",
        "\r",
        "\r\n\r\n",
        ":",
        " ",
        "\t",
        ",",
        ";",
        "\"",
        "=",
        "0",
        "-1",
        "7f",
        "ffffffff",
        "ffffffffffffffff",
        "\0",
        "\u007f",
        "\u00e9",
        "chunked",
        "Content-Length: 5\r\n",
        "Transfer-Encoding: chunked\r\n",
        "Connection: close\r\n",
        "HTTP/1.1"
    };

    private final SplittableRandom random;

    public RandomMessages(SplittableRandom random) {
        this.random = random;
    }

    /** Returns at most so many letters, and at least one. */
    public String word(int most) {
        StringBuilder word = new StringBuilder();
        for (int count = 1 + random.nextInt(most); count > 0; count--) {
            word.append((char) ('a' + random.nextInt(26)));
        }
        return word.toString();
    }

    /** Returns up to four fields, none of which has a meaning. */
    public String fields() {
        StringBuilder fields = new StringBuilder();
        for (int count = random.nextInt(5); count > 0; count--) {
            fields.append("X-")
                    .append(word(8))
                    .append(random.nextBoolean() ? ":" : ": \t")
                    .append(word(12))
                    .append("\r\n");
        }
        return fields.toString();
    }

    /** Returns fewer than so many bytes. */
    public String body(int bound) {
        StringBuilder body = new StringBuilder();
        for (int count = random.nextInt(bound); count > 0; count--) {
            body.append((char) random.nextInt(256));
        }
        return body.toString();
    }

    /** Returns fields and a body, with its length or in chunks. */
    public String framed(String body) {
        if (random.nextBoolean()) {
            return fields() + "Content-Length: " + body.length() + "\r\n\r\n" + body;
        }
        StringBuilder message = new StringBuilder(fields()).append("Transfer-Encoding: chunked\r\n\r\n");
        for (int at = 0, step; at < body.length(); at += step) {
            step = 1 + random.nextInt(body.length() - at);
            message.append(Integer.toHexString(step)).append(extension()).append("\r\n");
            message.append(body, at, at + step).append("\r\n");
        }
        return message.append("0\r\n")
                .append(random.nextBoolean() ? "" : fields())
                .append("\r\n")
                .toString();
    }

    private String extension() {
        return switch (random.nextInt(4)) {
            case 0 -> ";" + word(5);
            case 1 -> ";" + word(5) + "=\"x\"";
            default -> "";
        };
    }

    /** Returns these bytes with one to three changes. */
    public String mutant(String whole) {
        StringBuilder mutant = new StringBuilder(whole);
        for (int count = 1 + random.nextInt(3); count > 0 && !mutant.isEmpty(); count--) {
            int at = random.nextInt(mutant.length());
            switch (random.nextInt(6)) {
                case 0 -> mutant.setCharAt(at, (char) random.nextInt(256));
                case 1 -> mutant.delete(at, Math.min(mutant.length(), at + 1 + random.nextInt(4)));
                case 2 -> mutant.insert(at, SPICE[random.nextInt(SPICE.length)]);
                case 3 -> mutant.insert(at, word(1).repeat(random.nextInt(120)));
                case 4 -> changeDigit(mutant, at);
                default -> mutant.setLength(at);
            }
        }
        return mutant.toString();
    }

    /** Changes the first digit from there on: a version, a status, a length. */
    private void changeDigit(StringBuilder mutant, int from) {
        int at = from;
        while (at < mutant.length() && !Character.isDigit(mutant.charAt(at))) {
            at++;
        }
        if (at < mutant.length()) {
            mutant.setCharAt(at, (char) ('0' + random.nextInt(10)));
        }
    }
}
