package dev.gearbox.tls;

import java.io.IOException;
import java.math.BigInteger;
import java.security.GeneralSecurityException;
import java.security.KeyPair;
import java.security.KeyPairGenerator;
import java.security.KeyStore;
import java.security.cert.Certificate;
import java.security.cert.X509Certificate;
import java.security.spec.AlgorithmParameterSpec;
import java.security.spec.ECGenParameterSpec;
import java.security.spec.RSAKeyGenParameterSpec;
import java.time.Duration;
import java.time.Instant;
import java.util.Date;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.Stream;
import javax.net.ssl.SSLContext;
import javax.net.ssl.TrustManager;
import javax.net.ssl.TrustManagerFactory;
import org.bouncycastle.asn1.x500.X500Name;
import org.bouncycastle.asn1.x509.BasicConstraints;
import org.bouncycastle.asn1.x509.Extension;
import org.bouncycastle.asn1.x509.GeneralName;
import org.bouncycastle.asn1.x509.GeneralNames;
import org.bouncycastle.cert.jcajce.JcaX509CertificateConverter;
import org.bouncycastle.cert.jcajce.JcaX509v3CertificateBuilder;
import org.bouncycastle.operator.OperatorCreationException;
import org.bouncycastle.operator.jcajce.JcaContentSignerBuilder;

/** A certificate authority for tests; its keys are made for this run and never stored. */
final class TestCertificates {
    static final char[] PASSWORD = "of this test".toCharArray();

    private static final Duration YEAR = Duration.ofDays(365);
    private static final AtomicLong SERIAL = new AtomicLong(1);

    private final X500Name name;
    private final KeyPair keys = ecKeys();
    private final X509Certificate certificate;

    /** A key and the certificate for it. */
    record Identity(KeyPair keys, X509Certificate certificate) {}

    TestCertificates(String name) {
        this.name = new X500Name("CN=" + name);
        certificate = sign(this.name, keys, Instant.now().plus(YEAR), true);
    }

    /** Returns an identity with these names. */
    Identity issue(String... names) {
        return issue(ecKeys(), Instant.now().plus(YEAR), names);
    }

    /** Returns an identity with these names whose key is an RSA key. */
    Identity issueRsa(String... names) {
        return issue(
                keys("RSA", new RSAKeyGenParameterSpec(2048, RSAKeyGenParameterSpec.F4)),
                Instant.now().plus(YEAR),
                names);
    }

    /** Returns an expired identity. */
    Identity issueExpired(String... names) {
        return issue(ecKeys(), Instant.now().minus(Duration.ofDays(1)), names);
    }

    private Identity issue(KeyPair own, Instant until, String... names) {
        return new Identity(own, sign(new X500Name("CN=" + names[0]), own, until, false, names));
    }

    /** Returns a context that has these identities and trusts this authority only. */
    SSLContext context(Identity... identities) {
        try {
            return TlsContexts.of(store(identities), PASSWORD, trust());
        } catch (GeneralSecurityException | IOException impossible) {
            throw new AssertionError(impossible);
        }
    }

    /** Returns a key store with these identities, encrypted with {@link #PASSWORD}. */
    static KeyStore store(Identity... identities) throws GeneralSecurityException, IOException {
        KeyStore store = empty();
        for (int index = 0; index < identities.length; index++) {
            store.setKeyEntry("identity " + index, identities[index].keys().getPrivate(), PASSWORD, new Certificate[] {
                identities[index].certificate()
            });
        }
        return store;
    }

    /** Trusts this authority only. */
    TrustManager[] trustManagers() {
        try {
            TrustManagerFactory factory = TrustManagerFactory.getInstance("PKIX");
            factory.init(trust());
            return factory.getTrustManagers();
        } catch (GeneralSecurityException | IOException impossible) {
            throw new AssertionError(impossible);
        }
    }

    KeyStore trust() throws GeneralSecurityException, IOException {
        KeyStore trust = empty();
        trust.setCertificateEntry("authority", certificate);
        return trust;
    }

    private static KeyStore empty() throws GeneralSecurityException, IOException {
        KeyStore store = KeyStore.getInstance("PKCS12");
        store.load(null, PASSWORD);
        return store;
    }

    private static KeyPair ecKeys() {
        return keys("EC", new ECGenParameterSpec("secp256r1"));
    }

    private static KeyPair keys(String algorithm, AlgorithmParameterSpec parameters) {
        try {
            KeyPairGenerator generator = KeyPairGenerator.getInstance(algorithm);
            generator.initialize(parameters);
            return generator.generateKeyPair();
        } catch (GeneralSecurityException impossible) {
            throw new AssertionError(impossible);
        }
    }

    private X509Certificate sign(
            X500Name subject, KeyPair subjectKeys, Instant until, boolean authority, String... names) {
        try {
            JcaX509v3CertificateBuilder builder = new JcaX509v3CertificateBuilder(
                    name,
                    BigInteger.valueOf(SERIAL.getAndIncrement()),
                    Date.from(until.minus(YEAR.multipliedBy(2))),
                    Date.from(until),
                    subject,
                    subjectKeys.getPublic());
            builder.addExtension(Extension.basicConstraints, true, new BasicConstraints(authority));
            if (names.length > 0) {
                GeneralName[] alternatives = Stream.of(names)
                        .map(each -> new GeneralName(
                                each.matches("[0-9.]+") ? GeneralName.iPAddress : GeneralName.dNSName, each))
                        .toArray(GeneralName[]::new);
                builder.addExtension(Extension.subjectAlternativeName, false, new GeneralNames(alternatives));
            }
            return new JcaX509CertificateConverter()
                    .getCertificate(
                            builder.build(new JcaContentSignerBuilder("SHA256withECDSA").build(keys.getPrivate())));
        } catch (GeneralSecurityException | IOException | OperatorCreationException impossible) {
            throw new AssertionError(impossible);
        }
    }
}
